import { AccessError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { expect, it, vi } from 'vitest'
import { waitingWrite, withProof } from './with-proof.ts'

const refusal = new AccessError(phrase('You signed in more than ten minutes ago.'), {
  kind: 'refused',
  code: 'reauthentication_needed',
})

/** A dialog that answers so as soon as it is asked. */
function answering(isProven: boolean): () => void {
  return waitingWrite.subscribe(() => waitingWrite.current()?.settle(isProven))
}

it('repeats a write once the user has shown who they are', async () => {
  const stop = answering(true)
  const write = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue('made')
  expect(await withProof(write)).toBe('made')
  expect(write).toHaveBeenCalledTimes(2)
  expect(waitingWrite.current()).toBeNull()
  stop()
})

it('gives the refusal where they close the dialog, and where nobody asks', async () => {
  const write = vi.fn().mockRejectedValue(refusal)
  const stop = answering(false)
  await expect(withProof(write)).rejects.toBe(refusal)
  stop()
  await expect(withProof(write)).rejects.toBe(refusal)
  expect(write).toHaveBeenCalledTimes(2)
})

it('asks for nothing where something else went wrong', async () => {
  const asked = vi.fn()
  const stop = waitingWrite.subscribe(asked)
  const failure = new AccessError(phrase('This already exists.'), { kind: 'conflict' })
  await expect(withProof(() => Promise.reject(failure))).rejects.toBe(failure)
  expect(asked).not.toHaveBeenCalled()
  stop()
})

it('asks for the later of two writes, and gives the earlier one its refusal', async () => {
  const stop = waitingWrite.subscribe(() => {})
  const second = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue('made')
  const results = Promise.allSettled([withProof(() => Promise.reject(refusal)), withProof(second)])
  await new Promise(setImmediate)
  waitingWrite.current()?.settle(true)
  expect(await results).toEqual([
    { status: 'rejected', reason: refusal },
    { status: 'fulfilled', value: 'made' },
  ])
  expect(waitingWrite.current()).toBeNull()
  stop()
})
