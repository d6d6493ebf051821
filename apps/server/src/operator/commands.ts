import type { Command } from './command.ts'
import { check } from './commands/check.ts'
import { jobs } from './commands/jobs.ts'
import { retryJobs } from './commands/retry-jobs.ts'

/** Everything that an operator can ask for, in the order of the list. */
export const COMMANDS: readonly Command[] = [check, jobs, retryJobs]
