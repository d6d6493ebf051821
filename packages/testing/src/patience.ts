/**
 * For `vi.waitFor`, whose own limit is one second: for what comes by itself. Far longer than that takes, also on a
 * machine that is many times slower and busy with other work; shorter than a test may take.
 */
export const PATIENTLY = { timeout: 120_000 }
