/**
 * Says which modules share a file: the first rule that takes a module has it, with all that it imports. What no rule takes
 * is in the file of the one screen that needs it.
 */
export const FILES = [
  // The code that every page starts with.
  { name: 'start', tags: ['$initial' as const] },
  // The code that every page of a signed-in user needs, and the first screen.
  { name: 'signed-in', test: /\/app\/routes\/signed-in\.ts$/ },
  { name: 'sign-in', test: /\/app\/routes\/sign-in\.ts$/ },
  { name: 'access', test: /\/features\/access\/other-screens\.ts$/ },
  // The parts of the workspace that are loaded on use.
  {
    name: 'parts',
    test: /\/supabase\/(profile\/alerts|programs\/(archives|webhooks)|records\/(details|imports))\.ts$/,
  },
  // The code that several screens need.
  { name: 'shared', minShareCount: 2 },
  // Screens of a few lines.
  { name: 'plain-screens', test: /\/(placeholder|not-found)-page\.tsx$/ },
]

/** The modules fetched on use and not ahead: languages, the reference of the API, the writer of spreadsheets. */
const ON_DEMAND = /\/texts\/\w+\.json$|\/api-docs-screen\.tsx$|\/export-examples\.ts$/

export function isOnDemand(module: string | null): boolean {
  return module !== null && ON_DEMAND.test(module)
}
