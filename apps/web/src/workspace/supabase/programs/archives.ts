import { asPhrase } from '@cairn/workspace/lib/phrase'
import { ARCHIVE_PART_BYTES, type ArchiveState, type ArchivesPart } from '@cairn/workspace/port/archives'
import { z } from 'zod/mini'
import { fromBase64, toBase64 } from '@/lib/text/base64.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const stateAnswer = z.object({
  archive: z.nullable(
    z.object({
      id: z.string(),
      state: z.enum(['waiting', 'working', 'ready', 'failed']),
      bytes: z.number(),
      entries: z.number(),
      parts: z.number(),
      created_at: z.string(),
      expires_at: z.string(),
    }),
  ),
  import: z.nullable(
    z.object({
      state: z.enum(['uploading', 'waiting', 'working', 'done', 'failed']),
      entries: z.number(),
      problem: z.nullable(z.string()),
    }),
  ),
  is_empty: z.boolean(),
})

/** Archives of the account, each call of which is a procedure. */
export function createArchives(connect: Connect): ArchivesPart {
  return {
    state: async () =>
      stateOf(await ask(connect, (supabase) => supabase.rpc('get_archive_state'), stateAnswer)),
    async request() {
      await ask(connect, (supabase) => supabase.rpc('request_archive'), z.string())
    },
    async part(archive, place) {
      const args = { archive, place }
      return fromBase64(await ask(connect, (supabase) => supabase.rpc('get_archive_part', args), z.string()))
    },
    async remove(archive) {
      await ask(connect, (supabase) => supabase.rpc('delete_archive', { archive }), z.null())
    },
    async takeIn(file, onSent, signal) {
      const id = await ask(connect, (supabase) => supabase.rpc('start_archive_import'), z.string())
      for (let sent = 0, place = 1; sent < file.size; place += 1) {
        signal.throwIfAborted()
        const part = new Uint8Array(await file.slice(sent, sent + ARCHIVE_PART_BYTES).arrayBuffer())
        const args = { import: id, place, content: toBase64(part) }
        await ask(connect, (supabase) => supabase.rpc('add_archive_import_part', args), z.null())
        sent += part.length
        onSent(sent)
      }
      signal.throwIfAborted()
      await ask(connect, (supabase) => supabase.rpc('submit_archive_import', { import: id }), z.null())
    },
  }
}

function stateOf({ archive, import: taken, is_empty: isEmpty }: z.infer<typeof stateAnswer>): ArchiveState {
  return {
    archive: archive && {
      id: archive.id,
      state: archive.state,
      bytes: archive.bytes,
      entries: archive.entries,
      parts: archive.parts,
      requestedAt: new Date(archive.created_at),
      expiresAt: new Date(archive.expires_at),
    },
    import: taken && { ...taken, problem: taken.problem === null ? null : asPhrase(taken.problem) },
    isEmpty,
  }
}
