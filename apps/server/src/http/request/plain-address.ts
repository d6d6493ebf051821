import { isPlainPath } from '@cairn/data-api/request/plain-path'
import { NOT_FOUND, type Problem } from './problems.ts'

/** Where programs ask; pages and files are found by the web app. */
const OF_PROGRAMS = /^\/(?:[a-z]+\/v1|mcp)(?:\/|$)/

/** Returns whether the path of a request target is plain. */
export const isPlainTarget = (target: string): boolean => isPlainPath(target.split('?', 1)[0] ?? '')

/**
 * Refuses addresses of programs that are not plain, so that code which decides by an address need not know every way to
 * write it. The path that routes see has lost its dots and most of its encoding by then, so the request target is judged.
 */
export const problemWithAddress = (path: string, target = ''): Problem | null =>
  OF_PROGRAMS.test(path) && !isPlainTarget(target) ? NOT_FOUND : null
