import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Logo } from '@/ui/display/logo.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { Contents } from './contents.tsx'
import { loadReference, OPENAPI_PATH, type Reference } from './reference.ts'
import { ChapterSection, ResourceSection } from './sections.tsx'
import { WORDS } from './words.ts'

/** The reference of the API, for everybody. `ownFields` is what it says of the account of who is signed in. */
export function ApiDocsPage({ ownFields }: { ownFields: ReactNode }) {
  const { data, isError } = useQuery({
    queryKey: ['api reference'],
    queryFn: loadReference,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div lang="en" className="min-h-dvh">
      <PageTitle title="API" />
      <header className="sticky top-0 z-10 flex h-14 items-center justify-between gap-4 border-b bg-background px-4 md:px-8 print:hidden">
        <a href="/" className="flex items-center gap-2 font-semibold">
          <Logo />
          Cairn
        </a>
        <a href={OPENAPI_PATH} className="text-link text-sm underline-offset-3 hover:underline">
          {WORDS.file}
        </a>
      </header>
      {data === undefined ? (
        <main className="p-8" aria-busy={!isError}>
          <h1 className="text-base">{isError ? WORDS.notLoaded : WORDS.loading}</h1>
        </main>
      ) : (
        <Written reference={data} ownFields={ownFields} />
      )}
    </div>
  )
}

function Written({ reference, ownFields }: { reference: Reference; ownFields: ReactNode }) {
  const { title, summary, chapters, resources } = reference
  const [language, onLanguage] = useState('curl')
  useEffect(goToAnchor, [])
  return (
    <div className="mx-auto grid max-w-300 gap-x-12 gap-y-6 px-4 py-8 md:px-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Contents chapters={chapters} resources={resources} />
      <main className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-2 max-w-prose text-muted-foreground">{summary}</p>
        {chapters.map((chapter) => (
          <ChapterSection key={chapter.id} chapter={chapter} language={language} onLanguage={onLanguage} />
        ))}
        {ownFields}
        {resources.map((resource) => (
          <ResourceSection
            key={resource.id}
            resource={resource}
            language={language}
            onLanguage={onLanguage}
          />
        ))}
      </main>
    </div>
  )
}

/** The reference was not there yet when the browser looked for the place that the address names. */
function goToAnchor(): void {
  const id = decodeURIComponent(window.location.hash.slice(1))
  if (id !== '') document.getElementById(id)?.scrollIntoView()
}
