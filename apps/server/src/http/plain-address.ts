import { createMiddleware } from 'hono/factory'
import type { Env } from './context.ts'
import { NOT_FOUND, problemResponse } from './problems.ts'

/** Where programs ask; pages and files are found by the web app. */
const OF_PROGRAMS = /^\/(?:[a-z]+\/v1|mcp)(?:\/|$)/

/** An empty segment, one of dots, and what RFC 3986 (2.3) has nobody encode. */
const WRITTEN_OTHERWISE =
  /\/\/|\/\.{1,2}(?:\/|$)|%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|(?![\da-f]{2}))/i

/** Whether the path of a request target is the one address of what it leads to. */
export function isPlain(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  return path.startsWith('/') && !WRITTEN_OTHERWISE.test(path)
}

/**
 * Refuses addresses of programs that are written otherwise than plainly: who decides by an address shall not have to know
 * all ways to write it. By then the path that routes see has lost its dots and most of its encoding.
 */
export const plainAddress = createMiddleware<Env>((c, next) => {
  const { path } = c.req
  if (!OF_PROGRAMS.test(path) || isPlain(c.env.incoming.url ?? '')) return next()
  return Promise.resolve(problemResponse(path, NOT_FOUND))
})
