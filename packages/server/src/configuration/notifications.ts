import type { PublishedKey } from "../secrets/public-keys.ts";

export interface NotificationSettings {
  /** Null: no mail is sent. */
  readonly mail: MailSettings | null;
  readonly webhook: WebhookSettings | null;
}

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: "starttls" | "implicit" | "none";
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** A certificate authority of the mail server's own, in PEM. */
  readonly ca: string | null;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
}

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
}

export interface AlertSettings {
  /** Percents of a limit, ascending. */
  readonly thresholds: readonly number[];
  /** The unbilled amount of a day; null: no alert. */
  readonly unbilledNanousd: number | null;
  /** How long no request to a provider may succeed; null: no alert. */
  readonly providerDownMs: number | null;
  /** The channels that alerts about money and providers are sent to; null: all that are configured. */
  readonly channels: readonly ("email" | "webhook")[] | null;
}

export interface ExposedKeySettings {
  /** Whether an exposed key is also switched off. */
  readonly onExposed: "notify" | "disable";
  /** The scanner whose signature may report keys; null: none. */
  readonly github:
    | { readonly publicKeysUrl: string }
    | { readonly publicKeys: readonly PublishedKey[] }
    | null;
}
