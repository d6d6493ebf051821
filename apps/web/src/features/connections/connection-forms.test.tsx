import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { ConnectionForms } from './connection-forms.tsx'

startTranslations()

test('[SET-18, DIS-25] the connections have a sub-tab for what the account uses, and none for what it does not', () => {
  const drawn = renderToStaticMarkup(
    <MemoryRouter>
      <ConnectionForms section="agents" forms={{ automations: null, agents: <p>The form</p> }} />
    </MemoryRouter>,
  )
  expect(drawn).toContain('AI Agents')
  expect(drawn).toContain('The form')
  expect(drawn).not.toContain('Automations')
})
