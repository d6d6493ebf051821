/** What the bundler knows of a module when it puts modules into files. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null
}

const ROOTS = {
  /** The sign-in. */
  auth: ['features/access/sign-in/auth-page.tsx'],
  /** What all who are signed in see first. */
  shell: ['app/shell/shell.tsx', 'features/dashboard/dashboard-page.tsx', 'app/routes/feature-gate.tsx'],
  client: ['workspace/supabase/client/client.ts'],
  workspace: ['workspace/supabase/workspace.ts'],
}

/** The lists of records. */
const LISTS = ['systems', 'automations', 'agents', 'solutions'].map(
  (kind) => `features/${kind}/${kind}-page.tsx`,
)

/** Other pages, of which most people open several. */
const PAGES = [
  'app/screens/team-screen.tsx',
  'app/screens/settings-screen.tsx',
  'app/screens/profile-screen.tsx',
  'features/search/search-page.tsx',
  'features/notifications/notifications-page.tsx',
  'features/bin/bin-page.tsx',
  'features/acts/acts-page.tsx',
  'features/acts/act-page.tsx',
  'features/team/member/member-page.tsx',
  'features/import/import-page.tsx',
  'features/found/found-page.tsx',
]

/** A module that so many pages need is in the file of what they share. */
const SHARED_BY = 3

/** The files that a member needs whatever the screen, in the order of their size. */
export const MEMBERS_FILES: readonly string[] = ['shell', 'client', 'common', 'workspace']

/** Libraries that are imported as a whole, of which the bundler takes only what is named. */
const WHOLES = [
  { name: 'radix-ui', file: /\/radix-ui\/dist\/index\.mjs$/, partOf: (part: string) => `/react-${part}/` },
  { name: 'lucide-react', file: /\/lucide-react\.\w+$/, partOf: (part: string) => `/icons/${part}.` },
] as const

/** What lists and many questions at once need of a library, of which the first screen takes the rest. */
const OF_LISTS = /\/@tanstack\/.*\/(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/

/**
 * Says which modules share a file: the first rule that takes a module has it. So the first screen comes in a few files
 * instead of fifty, and none of them holds what its readers have no use for. What no rule takes is left to the bundler.
 * @param source the folder of the app's source
 */
export function filesOf(source: string) {
  const reach = reachFrom(source)
  return [
    // What every page starts with: it compresses better as one, and is one request.
    { name: 'start', tags: ['$initial' as const] },
    { name: firstFileOf(reach), debugName: 'first' },
    { name: 'tabs', test: /\/ui\/layout\/tabs\.tsx$/ },
    // The sign-in's own parts are small, and compress better as one.
    {
      name: 'access',
      test: /\/features\/access\/sign-in\/(?:auth-page|login-form|use-sign-in-methods)\.tsx?$/,
    },
    { name: 'forms', test: /\/(?:react-hook-form|@hookform)\// },
    {
      name: 'table',
      test: /\/@tanstack\/[\w-]*(?:table|virtual)[\w-]*\/|\/ui\/data-table\/(?:data-table|cards|grid|row|types|view)\./,
    },
    // Small parts that lists, records, acts and imports share: each file of its own would be named by the first one.
    {
      name: 'values',
      test: /\/catalogue\/(?:fields\/(?:field|field-text|money|use-fields|values)|heartbeats\/(?:expectation-words|heartbeat-cells)|history\/(?:field-name|short-difference|value-change))\.|\/port\/(?:audit|found|preferences|webhooks|records\/(?:bulk|column-names|handovers|heartbeats))\.|\/(?:base64|https-address|people-not-invited|supabase\/records\/departed|team-parameters|toggled)\./,
    },
    // What a module of a file needs comes into it, too: the file of what fewer pages need is filled last.
    {
      name: sharedFileOf(
        reach,
        'parts',
        (needing) => needing(PAGES) + Math.min(needing(LISTS), 1) >= SHARED_BY,
      ),
      debugName: 'parts',
    },
    { name: sharedFileOf(reach, 'lists', (needing) => needing(LISTS) > 1), debugName: 'lists' },
  ]
}

/** The modules that a file of the source needs, and those that they need. */
type Reach = (root: string, graph: Graph) => ReadonlySet<string>

/** How many of these files need a module. */
type NeededBy = (roots: readonly string[]) => number

/** What the sign-in and the shell share, the shell, the official client, the members' workspace. */
function firstFileOf(reach: Reach) {
  return (id: string, graph: Graph): string | null => {
    const isIn = (name: keyof typeof ROOTS) => ROOTS[name].some((root) => reach(root, graph).has(id))
    if (OF_LISTS.test(id)) return null
    if (isIn('shell')) return isIn('auth') ? 'common' : 'shell'
    if (isIn('auth')) return null
    if (isIn('client')) return 'client'
    return isIn('workspace') ? 'workspace' : null
  }
}

/** What so many roots need that `isShared` says yes. Nothing of it is on the sign-in. */
function sharedFileOf(reach: Reach, file: string, isShared: (needing: NeededBy) => boolean) {
  return (id: string, graph: Graph): string | null => {
    const needing: NeededBy = (roots) => roots.filter((root) => reach(root, graph).has(id)).length
    return needing(ROOTS.auth) === 0 && isShared(needing) ? file : null
  }
}

/** Looks each file up once. Throws where one is not in the build. */
function reachFrom(source: string): Reach {
  const known = new Map<string, ReadonlySet<string>>()

  return (root, graph) => {
    const reached = known.get(root) ?? reachedFrom(`${source}/${root}`, graph)
    known.set(root, reached)
    return reached
  }
}

function reachedFrom(root: string, graph: Graph): ReadonlySet<string> {
  if (graph.getModuleInfo(root) === null)
    throw new Error(`apps/web/build/files.ts names ${root}, which is not there.`)
  const found = new Set<string>()
  const open = [root]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...neededBy(id, graph))
  }
  return found
}

/** What a module imports; of a whole library only what it names. */
function neededBy(id: string, graph: Graph): string[] {
  const module = graph.getModuleInfo(id)
  if (module === null) return []
  return module.importedIds.flatMap((imported) => {
    const whole = WHOLES.find(({ file }) => file.test(imported))
    if (whole === undefined) return [imported]
    const parts = namesImported(module.code ?? '', whole.name).map((name) => whole.partOf(kebab(name)))
    const all = graph.getModuleInfo(imported)?.importedIds ?? []
    return all.filter((candidate) => parts.some((part) => candidate.includes(part)))
  })
}

function namesImported(code: string, library: string): string[] {
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)]
    .filter(([, , from]) => from === library)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s/, 1)[0] ?? ''))
}

function kebab(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()
}
