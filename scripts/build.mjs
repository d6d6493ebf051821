import {
  createReadStream,
  createWriteStream,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { replaceFolder } from './lib/replace-folder.mjs'
import { ROOT } from './lib/run.mjs'

process.env.NODE_ENV = 'production'
const WEB = join(ROOT, 'apps', 'web')
const SERVER = join(ROOT, 'apps', 'server')
/** Built beside what is there: a build that fails leaves the former one as it was. */
const DRAFT = 'dist.new'
const FORMERS = 'dist.old'
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.txt'])

/**
 * Bundles our own code; what npm installed stays where it is. Code that is imported where it is needed has files of its
 * own: the parent of several processes loads no more than it uses.
 */
async function buildServer() {
  const { build } = await import('esbuild')
  await build({
    entryPoints: [join(SERVER, 'src', 'main.ts')],
    outdir: join(SERVER, DRAFT),
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [
      {
        name: 'only-our-own-packages',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@cairn/') ? undefined : { path, external: true },
          )
        },
      },
      {
        // As a module each of the thousands of sentences would be a variable of its own, and needs more memory.
        name: 'texts-as-data',
        setup({ onLoad }) {
          onLoad({ filter: /[/]texts[/]\w+\.json$/ }, ({ path }) => ({
            contents: `export default JSON.parse(${JSON.stringify(readFileSync(path, 'utf8'))})`,
          }))
        },
      },
    ],
  })
}

async function buildWeb() {
  const { build } = await import('vite')
  const draft = join(WEB, DRAFT)
  await build({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: draft, emptyOutDir: true },
  })
  await minified(join(draft, 'early.js'))
  await Promise.all(filesBelow(draft).map(compressed))
}

/** Minifies a script that the bundler only copies. */
async function minified(path) {
  const { transform } = await import('esbuild')
  const { code } = await transform(readFileSync(path, 'utf8'), { minify: true })
  writeFileSync(path, code)
}

/** Lays a Brotli and a gzip version beside each text file, so that the server never compresses one twice. */
async function compressed(path) {
  if (!COMPRESSED.has(extname(path))) return
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await pipeline(createReadStream(path), brotli, createWriteStream(`${path}.br`))
  await pipeline(createReadStream(path), createGzip({ level: 9 }), createWriteStream(`${path}.gz`))
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function removeRests() {
  for (const rest of [DRAFT, FORMERS])
    for (const folder of [SERVER, WEB]) rmSync(join(folder, rest), { recursive: true, force: true })
}

removeRests()
await Promise.all([buildServer(), buildWeb()])
for (const folder of [SERVER, WEB])
  replaceFolder(join(folder, DRAFT), join(folder, 'dist'), join(folder, FORMERS))
removeRests()
