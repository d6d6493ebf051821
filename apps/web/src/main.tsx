import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followTheme } from '@/lib/browser/theme.ts'
import { App, createServices } from './app/app.tsx'
import './app/common.ts'
import { applyPreferredLanguage, followLanguage } from './i18n/choice.ts'
import { startTranslations } from './i18n/setup.ts'
import { followTranslation } from './lib/browser/translated-page.ts'
import { followTypedText } from './lib/browser/typed-text.ts'
import { readConfig } from './lib/config.ts'
import './styles/main.css'

followTranslation()
startTranslations()
followLanguage()
followTheme()
const isSpoken = applyPreferredLanguage()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const content = document.querySelector('meta[name="cairn-config"]')?.getAttribute('content') ?? ''
const services = createServices(readConfig(content, location.origin))
// Without a top-level `await`, for which the bundler would split the files differently.
void isSpoken.then(() =>
  createRoot(root).render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  ),
)
followTypedText()
