/** The groups that each claim names; null for a claim that does not name all of them, or says something else. */
export type GroupClaims = Readonly<Record<string, readonly string[] | null>>
