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

/** The keys of the seeded world that a page or a test signs in with. Their hashes stand in the world. */
export const signInKeys = {
  management: {
    id: 1,
    secret: "ptcm_UZbwV642vXbo44qhxMAQUraT6eDrbeCzT0u8g3cKk5u1PcYUn",
    hash: "464f1daa05f18a3264cc7f022a95ca8f2e878de7a71df0110f4f84f6bc8954fa",
  },
  ordinary: {
    id: 2,
    secret: "ptc_cMEHsiDuV7IUUbxZzMYNWJbSbTtEyrRSSMKuK71VLLh057T59",
    hash: "4d2de0e17ed50ba0e1b907ff39e47ffbecb9ecd59e393d4a26966bfebc35316a",
  },
} as const;

/** Where a window keeps which of the two has signed in to the seeded world: not the key itself. */
export const signedInKept = "signed-in-to-the-seeded-world";
