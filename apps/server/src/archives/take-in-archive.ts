import { createHash } from 'node:crypto'
import { z } from 'zod'
import { problem } from './archive-problem.ts'
import { ARCHIVE_VERSION, type ListedFile, MANIFEST, type Manifest, manifestSchema } from './manifest.ts'
import { type ByteSource, listZip, unzip, type ZipEntry } from './zip/read-zip.ts'

/** Longer than any line that an archive has: records have 200 kB. */
const MOST_LINE_BYTES = 2_000_000
const MOST_MANIFEST_BYTES = 100_000
/** Lines that are written at once, and how long their text is about. */
const PAGE_LINES = 1_000
const PAGE_BYTES = 1_000_000

const versionOf = z.object({ format: z.literal('cairn-archive'), version: z.int().positive() })

/** An archive that was found whole: what its manifest says is so. */
export interface CheckedArchive {
  files: readonly { name: string; entry: ZipEntry }[]
  entries: number
}

/**
 * Reads the whole archive without keeping any of it, and throws an `ArchiveProblem` unless version, names, sizes and
 * checksums are as they have to be. `known` are the files that this server takes.
 */
export async function checkArchive(source: ByteSource, known: readonly string[]): Promise<CheckedArchive> {
  const entries = await listZip(source)
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const manifest = await readManifest(source, byName.get(MANIFEST))
  if (manifest.files.length !== entries.length - 1) throw problem('strangeName')
  const files = manifest.files.map((listed) => {
    const entry = byName.get(listed.name)
    if (entry === undefined || !known.includes(listed.name)) throw problem('strangeName')
    return { listed, entry }
  })
  for (const { listed, entry } of files) await checkFile(source, entry, listed)
  // In the order in which lines can name what stands before them, whatever the manifest says.
  const order = ({ listed }: { listed: ListedFile }) => known.indexOf(listed.name)
  return {
    files: files.toSorted((a, b) => order(a) - order(b)).map(({ entry }) => ({ name: entry.name, entry })),
    entries: manifest.files.reduce((sum, file) => sum + file.entries, 0),
  }
}

async function readManifest(source: ByteSource, entry: ZipEntry | undefined): Promise<Manifest> {
  if (entry === undefined || entry.bytes > MOST_MANIFEST_BYTES) throw problem('notAnArchive')
  const pieces: Buffer[] = []
  for await (const piece of unzip(source, entry)) pieces.push(piece)
  const content = jsonOf(Buffer.concat(pieces).toString())
  const asked = versionOf.safeParse(content)
  if (!asked.success) throw problem('notAnArchive')
  if (asked.data.version > ARCHIVE_VERSION) throw problem('newer')
  const manifest = manifestSchema.safeParse(content)
  if (!manifest.success) throw problem('notAnArchive')
  return manifest.data
}

async function checkFile(source: ByteSource, entry: ZipEntry, listed: ListedFile): Promise<void> {
  const hash = createHash('sha256')
  if (entry.bytes !== listed.bytes) throw problem('checksum')
  for await (const piece of unzip(source, entry)) hash.update(piece)
  if (hash.digest('hex') !== listed.sha256) throw problem('checksum')
}

/** The lines of a file, in pages. */
export async function* pagesOfLines(source: ByteSource, entry: ZipEntry): AsyncGenerator<string[]> {
  let page: string[] = []
  let bytes = 0
  for await (const line of linesOf(source, entry)) {
    page.push(line)
    bytes += line.length
    if (page.length < PAGE_LINES && bytes < PAGE_BYTES) continue
    yield page
    page = []
    bytes = 0
  }
  if (page.length > 0) yield page
}

async function* linesOf(source: ByteSource, entry: ZipEntry): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const piece of unzip(source, entry)) {
    const text = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let from = 0
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, from)) {
      yield text.toString('utf8', from, end)
      from = end + 1
    }
    rest = Buffer.from(text.subarray(from))
    if (rest.length > MOST_LINE_BYTES) throw problem('line')
  }
  if (rest.length > 0) yield rest.toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
