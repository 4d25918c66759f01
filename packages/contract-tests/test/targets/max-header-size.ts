/** Of the proxies that stand in front of the gateway in tests: more than it takes, because it must refuse what is too large. */
export const maxHeaderSize = 256 * 1024;
