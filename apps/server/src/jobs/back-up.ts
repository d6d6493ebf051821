import type { MailQueue } from '@cairn/delivery/port/messages'
import type { SharedJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { type BackupState, failureOf } from '../backups/backup-state.ts'
import { backUpWhenDue, type NightlyParts } from '../backups/nightly/nightly.ts'
import { describeForOperator } from '../observe/describe-for-operator.ts'

interface BackUpParts extends Pick<NightlyParts, 'settings' | 'target' | 'builtIn'> {
  database: Privileged
  mail: MailQueue
  /** The recipient of failures; null for nobody. */
  operator: string | null
}

/** Makes and tries backups. A failure is mailed to the operator, and listed with the jobs. */
export const backUp = ({ database, mail, operator, ...parts }: BackUpParts): SharedJob => ({
  kind: 'shared',
  name: 'back up',
  everySeconds: 60,
  atStart: true,
  run: ({ stopping }) =>
    backUpWhenDue({
      ...parts,
      signal: stopping,
      describe: describeForOperator,
      async tell(state) {
        if (operator === null) return
        await database.transaction((tx) =>
          mail.enqueueNotice(tx, {
            template: 'operator',
            priority: 'notice',
            to: operator,
            language: 'en',
            data: wordsOf(state),
            unsubscribeUrl: null,
          }),
        )
        mail.wake()
      },
    }),
})

function wordsOf(state: BackupState): Record<string, string> {
  const { last, lastGoodAt } = state
  const since = lastGoodAt === null ? 'There is no backup yet.' : `The last good backup is of ${lastGoodAt}.`
  const again = last.ok ? 'Cairn tries again with the next backup.' : 'Cairn tries again every hour.'
  const subject = last.ok ? 'Cairn cannot restore what it keeps between backups' : 'Cairn made no good backup'
  return { subject, sentence: `${subject}.`, text: `${failureOf(state) ?? ''} ${since} ${again}`.trim() }
}
