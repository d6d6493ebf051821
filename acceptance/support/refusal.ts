import { expect } from 'vitest'
import type { Answer } from './raw-http.ts'

/** Internals that no answer may show: stack, file, statement, helper, connection. */
const INTERNALS =
  /\n\s+at |node_modules|\.(?:ts|js|mjs|sql)\b|\/(?:work|tmp|home|usr|var)\/|\bset_config\b|require_session|\bprivate\.|json_to_record|jsonb_populate|postgres(?:ql)?:\/\/|syntax error at|\$\d\b/

/** Expects a refusal in the shape of Supabase Auth that reveals nothing about the inside. */
export function expectAuthRefusal(answer: Answer, status: number, code: string): void {
  expect(answer, answer.text).toMatchObject({
    status,
    json: { code: status, error_code: code, msg: expect.stringMatching(/./) },
  })
  expectNoInternals(answer)
}

/** Expects a refusal in the shape of PostgREST that reveals nothing about the inside. */
export function expectDataRefusal(answer: Answer, status: number, code: string): void {
  expect(answer, answer.text).toMatchObject({ status, json: { code } })
  expect(Object.keys(Object(answer.json)).sort()).toEqual(['code', 'details', 'hint', 'message'])
  expectNoInternals(answer)
}

export function expectNoInternals(answer: Answer): void {
  expect(answer.text).not.toMatch(INTERNALS)
  expectNoSoftware(answer)
}

/** Expects that nothing names the software of the server. */
export function expectNoSoftware({ headers }: Answer): void {
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
}
