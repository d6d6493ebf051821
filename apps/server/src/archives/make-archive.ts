import { createHash } from 'node:crypto'
import { ARCHIVE_VERSION, type ListedFile, MANIFEST, type Manifest } from './manifest.ts'
import { createPartWriter } from './part-writer.ts'
import { createZipWriter } from './zip/write-zip.ts'

/** A page of a file's lines. */
interface Page {
  lines: string
  entries: number
  /** The key after which the next page begins; null where this is the last one. */
  last: string | null
}

/** The contents of an archive, in one snapshot of the account. */
export interface ArchiveSource {
  account: Manifest['account']
  files: readonly string[]
  page(file: string, after: string | null, mostRows: number): Promise<Page>
}

interface Options {
  source: ArchiveSource
  madeAt: Date
  /** Stores a part of the file; `entries` is how many lines there are so far. */
  store: (part: Buffer, entries: number) => Promise<void>
}

const FIRST_ROWS = 200
const MOST_ROWS = 5_000
/** The length of a page's text, approximately. */
export const PAGE_BYTES = 1_000_000

/** Makes an archive: the files page by page, and the manifest with their checksums last. Returns the number of lines. */
export async function makeArchive({ source, madeAt, store }: Options): Promise<number> {
  let entries = 0
  const parts = createPartWriter((part) => store(part, entries))
  const zip = createZipWriter(parts.write)
  const files: ListedFile[] = []
  for (const file of source.files) {
    const listed: ListedFile = { name: `${file}.jsonl`, entries: 0, bytes: 0, sha256: '' }
    const hash = createHash('sha256')
    const content = async function* () {
      for await (const page of pagesOf(source, file)) {
        const text = Buffer.from(page.lines)
        hash.update(text)
        listed.bytes += text.length
        listed.entries += page.entries
        entries += page.entries
        yield text
      }
    }
    await zip.add(listed.name, content())
    files.push({ ...listed, sha256: hash.digest('hex') })
  }
  const manifest: Manifest = {
    format: 'cairn-archive',
    version: ARCHIVE_VERSION,
    account: source.account,
    made_at: madeAt.toISOString(),
    files,
  }
  await zip.add(MANIFEST, once(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)))
  await zip.end()
  await parts.end()
  return entries
}

/** Asks for as many rows as would have filled the last page. */
async function* pagesOf(source: ArchiveSource, file: string): AsyncGenerator<Page> {
  let after: string | null = null
  let rows = FIRST_ROWS
  do {
    const page: Page = await source.page(file, after, rows)
    if (page.entries === 0) return
    yield page
    const fitting = Math.ceil((page.entries * PAGE_BYTES) / page.lines.length)
    rows = Math.min(Math.max(fitting, 10), MOST_ROWS)
    after = page.last
  } while (after !== null)
}

async function* once(piece: Buffer): AsyncGenerator<Buffer> {
  yield piece
}
