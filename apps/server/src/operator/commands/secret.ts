import { forgetKeptKeys } from '@cairn/auth/secret-change/kept-keys'
import { describeSecretChange, type SecretChangeState } from '@cairn/auth/secret-change/state'
import { z } from 'zod'
import { command } from '../command.ts'

/** How a change of CAIRN_SECRET goes; with --forget what the former one opens ends. */
export const secret = command({
  name: 'secret',
  summary: 'how a change of CAIRN_SECRET goes; --forget ends what former secrets still open',
  options: { forget: { type: 'boolean' } },
  input: z.object({ forget: z.boolean().default(false) }),
  destroys: async (_context, { forget }) =>
    forget
      ? {
          what:
            'Sessions that were not used since the change, recovery codes and links in mails from before it will end. ' +
            'Their owners sign in again, and make new recovery codes.',
          name: 'forget',
        }
      : null,
  async run({ look, act }, { forget }) {
    if (forget) {
      const forgotten = await act({ traits: { what: 'keys of former secrets' } }, forgetKeptKeys)
      const text =
        forgotten === 0
          ? 'No key of a former secret was kept.'
          : `${forgotten} keys of former secrets are forgotten. Start the servers again, one after the other.`
      return { text, json: { forgotten } }
    }
    const state = await look(describeSecretChange)
    return { text: textOf(state), json: state }
  },
})

function textOf({ change, servers, kept }: SecretChangeState): string {
  const keeps = kept === 0 ? '' : ` ${kept} keys of former secrets are kept for what only its owners renew.`
  if (change === null) return `The secret was never changed, or no server knows the new one yet.${keeps}`
  if (change.finishedAt === null)
    return (
      `A change began at ${change.begunAt.toISOString()} and is not finished: CAIRN_SECRET_BEFORE is needed. ` +
      `${servers.behind} of ${servers.all} servers that run write with the former secret.${keeps}`
    )
  return `The last change was finished at ${change.finishedAt.toISOString()}: CAIRN_SECRET_BEFORE may be removed.${keeps}`
}
