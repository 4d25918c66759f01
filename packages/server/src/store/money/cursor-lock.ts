/** PostgreSQL's number of the lock that settlements share: while one is under way, the cursor does not pass it. */
export const cursorLock = 7_306_002;
