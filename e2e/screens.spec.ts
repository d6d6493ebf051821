import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { arrangeFields } from './support/example-fields.ts'
import { EXAMPLE_NOW, exampleWorks } from './support/example-works.ts'
import { PICTURES, type Variant } from './support/pictures/pictures.ts'
import {
  OF_BEGINNERS,
  OF_FIELDS,
  OF_REPORTS,
  OF_THE_DOOR,
  OF_WORKS,
  type Scene,
} from './support/pictures/scenes.ts'
import { settled } from './support/screens.ts'
import { type Cairn, signIn, test } from './support/test.ts'

// Not a test but a camera: `npm run screens` renews the pictures of docs/use/screens.

const FOLDER = join(import.meta.dirname, '..', 'docs', 'use', 'screens')

const VARIANTS = [
  { variant: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { variant: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { variant: 'phone', colorScheme: 'light', viewport: { width: 375, height: 740 } },
] as const

/** Where the pictures are taken, and how a page gets there. */
const PLACES = [
  { place: 'the door', scenes: OF_THE_DOOR, enter: async () => {} },
  { place: 'a full workspace', scenes: OF_WORKS, enter: enters('works.example') },
  { place: 'a workspace that others report to', scenes: OF_REPORTS, enter: enters('reports.example') },
  {
    place: 'a workspace with fields of its own',
    scenes: OF_FIELDS,
    enter: async (page: Page, { database }: Cairn) => {
      const founder = await exampleWorks(database, { domain: 'fields.example' })
      await arrangeFields(database, founder.email)
      await signIn(page, founder)
    },
  },
  { place: 'an empty workspace', scenes: OF_BEGINNERS, enter: enters('new-works.example', true) },
]

function enters(domain: string, isEmpty = false) {
  return async (page: Page, { database }: Cairn) =>
    signIn(page, await exampleWorks(database, { domain, isEmpty }))
}

for (const { variant, colorScheme, viewport } of VARIANTS)
  test.describe(variant, () => {
    test.use({ viewport, colorScheme })
    test.beforeEach(({ page }) => page.clock.setFixedTime(EXAMPLE_NOW))

    for (const { place, scenes, enter } of PLACES)
      test(`${place}, ${variant}`, async ({ page, cairn }) => {
        await enter(page, cairn)
        for (const picture of PICTURES[variant]) {
          const scene = scenes[picture]
          if (scene !== undefined) await take(page, picture, variant, () => scene(page, cairn.database))
        }
      })
  })

async function take(page: Page, picture: string, variant: Variant, arrange: () => ReturnType<Scene>) {
  await arrange()
  await page.mouse.move(0, 0)
  // The content that a click has opened may be loading, too.
  await settled(page)
  await page.screenshot({
    path: join(FOLDER, `${picture}-${variant}.png`),
    animations: 'disabled',
    fullPage: picture.startsWith('auth-'),
  })
}
