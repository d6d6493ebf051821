import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * The parts of packages/tables whose download size for a browser, with libraries, `node scripts/table-sizes.mjs`
 * prints.
 */
const PARTS = [
  ['choose the reader', 'read-tables'],
  ['read CSV', 'csv/read-csv'],
  ['read XLSX', 'xlsx/read-xlsx'],
  ['read JSON', 'json/read-json'],
  ['read YAML', 'yaml/read-yaml'],
  ['make a table of rows', 'tables/make-table'],
  ['make a table of entries', 'tables/read-entries'],
  ['match columns', 'matching/match-columns'],
  ['compare names', 'matching/name-key'],
  ['write CSV', 'csv/write-csv'],
  ['write XLSX', 'xlsx/write-xlsx'],
  ['write JSON', 'json/write-json'],
]
const LIBRARIES = ['papaparse', 'fflate', 'saxen', 'yaml']

for (const [title, entry] of PARTS) {
  const { code, libraries } = await bundled(`packages/tables/src/${entry}.ts`)
  const kilobytes = (gzipSync(code, { level: 9 }).length / 1000).toFixed(1).padStart(6)
  console.log(`${title.padEnd(26)}${kilobytes} kB  ${libraries.join(', ')}`)
}

/** The code of an entry without the chunks that it loads later, and the libraries in it. */
async function bundled(path) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    metafile: true,
  })
  const [name, output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === path)
  const names = withImports(name, metafile.outputs)
  const inputs = names.flatMap((each) => Object.keys(metafile.outputs[each].inputs))
  const files = outputFiles.filter((file) => names.some((each) => file.path.endsWith(`/${each}`)))
  if (output === undefined) throw new Error(`${path} has no output.`)
  return {
    code: Buffer.concat(files.map(({ contents }) => contents)),
    libraries: LIBRARIES.filter((library) =>
      inputs.some((input) => input.includes(`node_modules/${library}/`)),
    ),
  }
}

/** A chunk with those that it imports immediately. */
function withImports(name, outputs, found = new Set()) {
  if (found.has(name)) return [...found]
  found.add(name)
  for (const { path, kind } of outputs[name].imports)
    if (kind === 'import-statement') withImports(path, outputs, found)
  return [...found]
}
