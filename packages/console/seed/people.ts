/** The workspaces, and the names that stand in keys, requests and the audit log. */
export const production = "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d";
export const research = "b7d3c9e1-84f2-4a6b-9c05-2e1f7a8d6b3c";

export const apps = [
  { url: "https://shop.example.com", title: "Shop assistant" },
  { url: "https://desk.example.com", title: "Support desk" },
  { url: "https://crawler.example.com", title: 'Crawler <b>"beta"</b> & friends' },
  { url: "https://lab.example.com/notebooks", title: "Notebooks" },
  { url: null, title: "nightly-reports" },
] as const;

export const endUsers = [
  ...["customer-1042", "customer-1187", "customer-2210", "customer-3391", "customer-4005"],
  ...["customer-4410", "customer-5120", "customer-6001"],
] as const;
