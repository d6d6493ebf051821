import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchScreensWhenIdle } from '@/lib/loading/fetch-screens.ts'
import { LanguageSelect } from '@/shared/language-select.tsx'
import { Logo } from '@/ui/display/logo.tsx'

/** The layout of the screens of /auth: one column on a map of contour lines, and below it the choice of a language. */
export function AccessLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  useEffect(fetchScreensWhenIdle, [])
  return (
    <main className="contours relative flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,12vh)] pb-12">
      <div className="w-full max-w-100">{children}</div>
      <div className="mt-8 w-40">
        <LanguageSelect aria-label={t('Language')} />
      </div>
    </main>
  )
}

/** The logo over a heading and a line of text. */
export function AccessHeading({ title, text }: { title: string; text: string }) {
  return (
    <header className="mb-7 flex flex-col items-center text-center">
      <Logo className="mb-3 size-10" />
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <p className="mt-1 text-pretty wrap-anywhere text-base text-muted-foreground">{text}</p>
    </header>
  )
}
