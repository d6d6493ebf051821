import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readAccount } from '../../archives/archive-source.ts'
import { makeArchive } from '../../archives/make-archive.ts'
import { command } from '../command.ts'
import { findAccount } from '../find-account.ts'
import { ACCOUNT } from '../inputs.ts'
import { Refused } from '../refused.ts'

/** The archive that an admin can make too, straight into a file. The account's admins read of it in their security log. */
export const exportAccount = command({
  name: 'export-account',
  summary: 'writes all of an account into an archive, as its admins can; see docs/use/archive.md',
  operands: ['ACCOUNT', 'FILE'],
  input: z.object({ account: ACCOUNT, file: z.string({ error: 'name a file' }).min(1) }),
  async run(context, { account: wanted, file }) {
    const account = await context.look((sql) => findAccount(sql, wanted))
    const path = resolve(file)
    const { database } = await context.visit()
    let bytes = 0
    let entries = 0
    await intoNewFile(path, (write) =>
      readAccount(database, account.id, async (source) => {
        entries = await makeArchive({
          source,
          madeAt: new Date(),
          store: async (part) => {
            bytes += part.length
            await write(part)
          },
        })
      }),
    )
    await context.act({ traits: { account: account.id } }, async (sql) => {
      await sql`
        select private.write_audit(${account.id}::uuid, null, 'archive_downloaded', 'archive', 'by the operator')`
    })
    return {
      text: `Wrote ${account.name} to ${path}: ${entries} lines, ${bytes} bytes. Only you may read the file.`,
      json: { account, file: path, entries, bytes },
    }
  },
})

/** Fills a file that has its name only once it is whole, and that only its owner may read. Never writes over another. */
async function intoNewFile(
  path: string,
  fill: (write: (part: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const taken = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Refused(`${path} is there already. Name another file.`)
    throw error
  })
  await taken.close()
  const draft = `${path}.${process.pid}.part`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await fill(async (part) => {
        await file.appendFile(part)
      })
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await Promise.all([rm(draft, { force: true }), rm(path, { force: true })])
    throw error
  }
}
