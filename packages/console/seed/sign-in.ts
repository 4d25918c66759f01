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
