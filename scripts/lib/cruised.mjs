/** Every folder with code: the check of boundaries sees no violation, and no user of a file, in any other. */
export const CRUISED = ['acceptance', 'apps', 'bench', 'e2e', 'packages', 'scripts', 'supabase', 'test']
