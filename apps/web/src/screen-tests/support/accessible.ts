import axe from 'axe-core'
import { twMerge } from 'tailwind-merge'
import { expect } from 'vitest'
import { chooseTheme } from '@/lib/browser/theme.ts'

/** Expects that axe finds nothing on the screen as it is now, in light and in dark, and no classes that clash. Leaves it light. */
export async function expectAccessible(screen: string): Promise<void> {
  expect(await barriers(), `${screen}, in light`).toEqual([])
  expect(clashes(), `${screen}, classes that set the same property`).toEqual([])
  chooseTheme('dark')
  // Between the themes nothing differs but the colours.
  const runOnly = { type: 'rule' as const, values: ['color-contrast'] }
  expect(await barriers({ runOnly }), `${screen}, in dark`).toEqual([])
  chooseTheme('light')
}

async function barriers(options: axe.RunOptions = {}): Promise<string[]> {
  const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}

/** The classes that another one on the same element sets again: which of the two counts is left to chance. */
function clashes(): string[] {
  const lists = [...document.querySelectorAll('[class]')].map(
    (element) => element.getAttribute('class') ?? '',
  )
  return [...new Set(lists)].flatMap((classes) => {
    const kept = new Set(twMerge(classes).split(' '))
    const lost = classes.split(/\s+/).filter((name) => name !== '' && !kept.has(name))
    return lost.length > 0 ? [`${lost.join(' ')} of ${classes}`] : []
  })
}
