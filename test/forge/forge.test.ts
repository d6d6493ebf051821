import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const workflow = z.object({
  jobs: z.object({
    test: z.object({
      steps: z.array(
        z.object({ run: z.string().optional(), with: z.record(z.string(), z.unknown()).default({}) }),
      ),
    }),
  }),
})

const form = z.object({
  name: z.string(),
  description: z.string(),
  body: z.array(z.object({ type: z.enum(['markdown', 'input', 'textarea']) })),
})

it('the workflow of a forge runs npm test on the Node of .nvmrc', () => {
  const { steps } = workflow.parse(parse(read('.github/workflows/test.yml'))).jobs.test
  expect(steps.map(({ run }) => run).filter(Boolean)).toEqual(['npm test'])
  const [file] = steps.flatMap((step) => z.string().safeParse(step.with['node-version-file']).data ?? [])
  expect(file).toBe('.nvmrc')
  expect(read('.nvmrc').trim()).toBe('24')
})

it('each form for an issue asks for something, and sends faults of security elsewhere', () => {
  const forms = readdirSync(join(ROOT, '.github', 'ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml')
  expect(forms).toEqual(['fault.yml', 'proposal.yml'])
  for (const name of forms) form.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}`)))
  expect(read('.github/ISSUE_TEMPLATE/fault.yml')).toContain('SECURITY.md')
  expect(existsSync(join(ROOT, 'SECURITY.md'))).toBe(true)
})
