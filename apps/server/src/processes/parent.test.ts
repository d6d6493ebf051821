import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

/** Imported for the parent: the program, the reading of the environment, and the parent itself. */
const OF_THE_PARENT = ['main.ts', 'start/cairn.ts', 'processes/parent.ts']

/** Our own packages are bundled, as in the built server. */
const onlyOurOwnPackages: Plugin = {
  name: 'only-our-own-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@cairn/') ? undefined : { path, external: true },
    )
  },
}

/** The files and packages that are loaded for these programs, without what is imported later. */
function loadedFor(programs: readonly string[], { outputs }: Metafile) {
  const files = new Set<string>()
  const packages = new Set<string>()
  const seen = new Set<string>()
  const waiting = Object.keys(outputs).filter((path) =>
    programs.some((program) => outputs[path]?.entryPoint?.endsWith(`/src/${program}`)),
  )
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const output = outputs[path]
    if (output === undefined || seen.has(path)) continue
    seen.add(path)
    for (const file of Object.keys(output.inputs)) files.add(file)
    for (const { path: next, kind, external } of output.imports) {
      if (kind === 'dynamic-import') continue
      if (external !== true) waiting.push(next)
      else if (!next.startsWith('node:')) packages.add(next)
    }
  }
  return { files: [...files], packages: [...packages].sort() }
}

let metafile: Metafile

beforeAll(async () => {
  const built = await build({
    entryPoints: [join(SOURCES, 'main.ts')],
    outdir: 'parts',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    plugins: [onlyOurOwnPackages],
  })
  metafile = built.metafile
})

describe('the parent of several processes', () => {
  it('loads none of the packages that answer requests, send mail or write figures', () => {
    expect(loadedFor(OF_THE_PARENT, metafile).packages).toEqual([
      '@opentelemetry/api',
      'pino',
      'postgres',
      'smol-toml',
      'zod',
    ])
  })

  it('loads no code of requests and jobs', () => {
    const { files } = loadedFor(OF_THE_PARENT, metafile)
    const answering =
      /src\/(?:http\/(?!request\/(?:client|plain)-address)|jobs|archives|backups)\/|packages\/(?:data-api|jobs)\//
    expect(files).toContain('apps/server/src/processes/team.ts')
    expect(files.filter((file) => answering.test(file))).toEqual([])
    // A control: a process that serves loads them.
    expect(loadedFor(['processes/child.ts', 'start/cairn-parts.ts'], metafile).files).toContain(
      'apps/server/src/jobs/jobs.ts',
    )
  })
})
