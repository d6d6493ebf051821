import {
  ARCHIVE_PART_BYTES,
  type ArchiveImport,
  type ArchiveState,
  type ArchivesPart,
} from '@cairn/workspace/port/archives'
import { z } from 'zod/mini'
import { fromBase64, toBase64 } from '@/lib/text/base64.ts'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { refusalText } from '../client/refusal-text.ts'
import { moment, renamed } from '../rows/renamed.ts'

const stateAnswer = renamed({
  archive: z.nullable(
    renamed({
      id: z.string(),
      state: z.enum(['waiting', 'working', 'ready', 'failed']),
      bytes: z.number(),
      entries: z.number(),
      parts: z.number(),
      createdAt: moment,
      expiresAt: moment,
    }),
  ),
  import: z.nullable(
    z.object({
      state: z.enum(['uploading', 'waiting', 'working', 'done', 'failed']),
      entries: z.number(),
      problem: z.nullable(z.string()),
      refusal: refusalText,
    }),
  ),
  isEmpty: z.boolean(),
})

/** Archives of the account, each call of which is a procedure. */
export function createArchives(connect: Connect): ArchivesPart {
  return {
    state: async () =>
      stateOf(await askJson(connect, (supabase) => supabase.rpc('get_archive_state'), stateAnswer)),
    async request() {
      await ask(connect, (supabase) => supabase.rpc('request_archive'))
    },
    async part(archive, place) {
      const args = { archive, place }
      return fromBase64(await ask(connect, (supabase) => supabase.rpc('get_archive_part', args)))
    },
    async remove(archive) {
      await tell(connect, (supabase) => supabase.rpc('delete_archive', { archive }))
    },
    async takeIn(file, onSent, signal) {
      const id = await ask(connect, (supabase) => supabase.rpc('start_archive_import'))
      for (let sent = 0, place = 1; sent < file.size; place += 1) {
        signal.throwIfAborted()
        const part = new Uint8Array(await file.slice(sent, sent + ARCHIVE_PART_BYTES).arrayBuffer())
        const args = { import: id, place, content: toBase64(part) }
        await tell(connect, (supabase) => supabase.rpc('add_archive_import_part', args))
        sent += part.length
        onSent(sent)
      }
      signal.throwIfAborted()
      await tell(connect, (supabase) => supabase.rpc('submit_archive_import', { import: id }))
    },
  }
}

function stateOf({ archive, import: taken, isEmpty }: z.output<typeof stateAnswer>): ArchiveState {
  return {
    archive: archive && requested(archive),
    import: taken && importOf(taken),
    isEmpty,
  }
}

function importOf({
  problem,
  refusal,
  ...taken
}: NonNullable<z.output<typeof stateAnswer>['import']>): ArchiveImport {
  return { ...taken, problem: problem === null ? null : { message: problem, refusal } }
}

function requested({
  createdAt: requestedAt,
  ...archive
}: NonNullable<z.output<typeof stateAnswer>['archive']>) {
  return { ...archive, requestedAt }
}
