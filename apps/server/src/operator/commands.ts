import type { Command } from './command.ts'
import { accounts } from './commands/accounts.ts'
import { admin } from './commands/admin.ts'
import { backup } from './commands/backup.ts'
import { check } from './commands/check.ts'
import { countAnew } from './commands/count-anew.ts'
import { deleteAccount } from './commands/delete-account.ts'
import { doctor } from './commands/doctor.ts'
import { allowDomain, blockDomain, domains, forgetDomain } from './commands/domains.ts'
import { endSessions } from './commands/end-sessions.ts'
import { exportAccount } from './commands/export-account.ts'
import { jobs } from './commands/jobs.ts'
import { move } from './commands/move.ts'
import { provider } from './commands/provider.ts'
import { resetSecondFactor } from './commands/reset-second-factor.ts'
import { restore } from './commands/restore.ts'
import { retryJobs } from './commands/retry-jobs.ts'
import { rotateKeys } from './commands/rotate-keys.ts'
import { secret } from './commands/secret.ts'

/** Everything that an operator can ask for, in the order of the list. */
export const COMMANDS: readonly Command[] = [
  doctor,
  check,
  jobs,
  retryJobs,
  backup,
  restore,
  move,
  accounts,
  exportAccount,
  deleteAccount,
  admin,
  resetSecondFactor,
  endSessions,
  provider,
  domains,
  allowDomain,
  blockDomain,
  forgetDomain,
  rotateKeys,
  secret,
  countAnew,
]
