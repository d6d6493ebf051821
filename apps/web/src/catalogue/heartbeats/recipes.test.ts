import { execFileSync } from 'node:child_process'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { recipes } from './recipes.ts'

const ADDRESS = 'https://cairn.example/p/Zk3_token-1'
await startTranslations()
const all = recipes(ADDRESS, i18next.t)
const textOf = (wanted: string) => all.find(({ id }) => id === wanted)?.text ?? ''

test.each(all)('$title carries the address, and posts', ({ text }) => {
  expect(text).toContain(ADDRESS)
  expect(text).toMatch(/POST|Post/)
})

const scripts = all.filter(({ language }) => language !== 'text')
test.each(scripts)('$title gives up on a server that hangs, and tries again', ({ text }) => {
  expect(text).toMatch(/-m 10|timeout\(10_000\)|timeout=10|TimeoutSec 10/)
  expect(text).toMatch(/--retry 5|MaximumRetryCount 5|range\(5\)|attempt < 5/)
})

test('the recipes for a shell have valid syntax', () => {
  for (const id of ['curl', 'shell']) execFileSync('sh', ['-n'], { input: textOf(id) })
  execFileSync('sh', ['-n'], { input: textOf('crontab').replace('0 3 * * *', '') })
})

test('a shell reports start and exit code of one run', () => {
  const lines = textOf('shell').split('\n')
  expect(lines[1]).toContain(`"${ADDRESS}/start?rid=$run"`)
  expect(lines[4]).toContain(`"${ADDRESS}/$code?rid=$run"`)
})

test('GitHub reports a job that failed as such', () => {
  expect(textOf('github')).toContain(`\${{ job.status == 'success' && '0' || '1' }}`)
  expect(textOf('github')).toContain(
    'run: curl -fsS -m 10 --retry 5 -o /dev/null -X POST "$CAIRN_ADDRESS/$CODE"',
  )
})

test('a recipe without code names the step to add', () => {
  expect(textOf('zapier')).toContain('“Webhooks by Zapier”')
  expect(textOf('n8n').split('\n').at(-1)).toBe(`${ADDRESS}/fail`)
})
