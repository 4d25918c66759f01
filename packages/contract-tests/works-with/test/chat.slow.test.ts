import { describeClients } from "./describe-clients.ts";

describeClients("chat");
