import { asUnavailable, DatabaseUnavailable } from '@cairn/postgres/wire/errors'
import { userName } from '../settings/user-name.ts'

/** Errors whose message tells the operator what to do. */
const EXPLAINED = new Set([
  'InvalidConfiguration',
  'InvalidProject',
  'FolderInUse',
  'StartFailed',
  'UnsuitableDatabase',
  'MigrationFailed',
  'StartBlocked',
  'WrongSecret',
  'ProcessFailed',
  'MetricsPortRefused',
  'BackupProblem',
  'SecretsDoNotFit',
])

/** The system's refusals about a file, with the remedy. */
const ABOUT_FILES: ReadonlyMap<string, (path: string) => string> = new Map([
  ['EACCES', notAllowed],
  ['EPERM', notAllowed],
  ['EROFS', (path) => `${path} is on a file system that is mounted read-only. ${ELSEWHERE}`],
  ['ENOSPC', (path) => `There is no space left for ${path}. Make room, or set CAIRN_DATA_DIR.`],
  ['EDQUOT', (path) => `There is no space left for ${path}. Make room, or set CAIRN_DATA_DIR.`],
  ['ENOTDIR', (path) => `${path} cannot be made: a part of it is a file, not a folder. ${ELSEWHERE}`],
  ['EEXIST', (path) => `${path} cannot be made: there is a file of that name. ${ELSEWHERE}`],
])
const ELSEWHERE = 'Set CAIRN_DATA_DIR to a folder that Cairn can write to.'

function notAllowed(path: string): string {
  return `The user ${userName()} may not use ${path}. Give it to that user, or set CAIRN_DATA_DIR.`
}

/** The system's refusals about the address to listen at. */
const ABOUT_ADDRESSES: ReadonlyMap<string, (address: string) => string> = new Map([
  ['EADDRINUSE', (address) => `${address} is in use. Stop what uses it, or set PORT.`],
  ['EACCES', (address) => `${address} is reserved for root. Set PORT to 1024 or more.`],
  ['EADDRNOTAVAIL', (address) => `${address} is no address of this machine. Set HOST to one.`],
  ['ENOTFOUND', (address) => `${address} is no address of this machine. Set HOST to one.`],
])

/** Explains why a start failed to the person who started it: a sentence with the remedy where that is known. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (EXPLAINED.has(error.name)) return error.message
  const sentence = sentenceOf(error)
  if (sentence !== null) return sentence
  const known = asUnavailable(error)
  return known instanceof DatabaseUnavailable ? interrupted(known) : described(error)
}

/** The database was lost, or kept a statement waiting, after the start had reached it. */
function interrupted({ message, cause }: Error): string {
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  return `${message.replace(/\.$/, '')}${reason}, so the start has ended. Start again.`
}

function sentenceOf(error: NodeJS.ErrnoException): string | null {
  const { code = '', path, syscall } = error
  // With several processes, the one that listens for the others passes the error on, as one of a call to bind.
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') {
    return ABOUT_ADDRESSES.get(code)?.(`The address ${addressOf(error)}`) ?? null
  }
  return path === undefined ? null : (ABOUT_FILES.get(code)?.(path) ?? null)
}

/** The address at which Node could not listen, which its types do not declare. */
function addressOf(error: object): string {
  const host = 'address' in error ? error.address : 'hostname' in error ? error.hostname : ''
  return 'port' in error ? `${host}:${error.port}` : String(host)
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\nbecause: ${described(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
