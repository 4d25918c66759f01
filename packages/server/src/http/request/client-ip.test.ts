import { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toNetworks } from "../../networks.ts";
import { clientIpOf, noProxies } from "./client-ip.ts";

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) => ({
  socket: Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress }),
  headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
});

describe("the address of a caller", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8::7", "2001:db8::7"],
    ["::1", "::1"],
  ])("%s is written as %s", (remoteAddress, written) => {
    expect(clientIpOf(requestFrom(remoteAddress), noProxies)).toBe(written);
  });

  it("is null where the connection is gone", () => {
    expect(clientIpOf(requestFrom(undefined), noProxies)).toBeNull();
  });

  it("is the connection's, also where the caller names another, unless that is a trusted proxy's", () => {
    const proxies = toNetworks(["10.0.0.0/8"]);
    const request = requestFrom("203.0.113.7", "198.51.100.1");
    expect(clientIpOf(request, noProxies)).toBe("203.0.113.7");
    expect(clientIpOf(request, proxies)).toBe("203.0.113.7");
  });

  it.each([
    ["198.51.100.1", "198.51.100.1"],
    ["1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["10.0.0.1,198.51.100.1:4711 ,10.9.9.9", "198.51.100.1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["10.2.2.2, 10.3.3.3", "10.2.2.2"],
    ["198.51.100.1, unknown", null],
    ["", "10.1.1.1"],
    ["198.51.100.1, ", "10.1.1.1"],
    [undefined, "10.1.1.1"],
  ])("behind trusted proxies, with X-Forwarded-For %j, is %j", (forwarded, expected) => {
    const proxies = toNetworks(["10.0.0.0/8"]);
    expect(clientIpOf(requestFrom("::ffff:10.1.1.1", forwarded), proxies)).toBe(expected);
  });

  it("cannot be chosen by what the caller writes in front of the proxy's own word", () => {
    const proxies = toNetworks(["10.0.0.0/8"]);
    fc.assert(
      fc.property(fc.string(), (invented) => {
        const request = requestFrom("10.1.1.1", `${invented}, 198.51.100.1`);
        expect(clientIpOf(request, proxies)).toBe("198.51.100.1");
      }),
    );
  });
});
