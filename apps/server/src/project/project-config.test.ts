import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readProject } from './project-config.ts'
import { findProject } from './project-folder.ts'

let root: string
beforeEach(() => {
  root = scratchFolder('cairn-project-')
  mkdirSync(join(root, 'supabase', 'migrations'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const read = (env: NodeJS.ProcessEnv = {}) => readProject(findProject(root, {}), env)

it('reads a folder with migrations and without config.toml as Supabase would', () => {
  const { product, notices } = read()
  expect(product).toMatchObject({ schemas: ['public'], auth: { enableSignup: true } })
  expect(notices).toEqual([])
})

it('leaves a provider off whose variable is not set, and names the variable', () => {
  writeFileSync(
    join(root, 'supabase', 'config.toml'),
    ['google', 'github']
      .map(
        (name) => `[auth.external.${name}]\nenabled = true\nclient_id = "id"\nsecret = "env(${name}_KEY)"\n`,
      )
      .join('\n'),
  )
  const { product, notices } = read({ github_KEY: 'secret' })
  expect(Object.keys(product.auth.providers ?? {})).toEqual(['github'])
  expect(notices).toEqual([
    expect.stringContaining('[auth.external.google] stays off, because the variable google_KEY is not set.'),
  ])
})
