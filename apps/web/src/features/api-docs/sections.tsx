import type { ReactNode } from 'react'
import { CodeSamples } from './code-samples.tsx'
import { FieldList } from './field-list.tsx'
import { PlainText } from './plain-text.tsx'
import type { Chapter, Operation, Resource } from './reference.ts'
import { WORDS } from './words.ts'

/** Which language examples are shown in, and how another one is chosen. */
export interface LanguageChoice {
  language: string
  onLanguage: (language: string) => void
}

/** A heading that its own address leads to. */
function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="scroll-mt-20 font-semibold text-xl tracking-tight">
      <a href={`#${id}`} className="hover:underline">
        {children}
      </a>
    </h2>
  )
}

export function ChapterSection({ chapter, ...choice }: { chapter: Chapter } & LanguageChoice) {
  return (
    <section aria-labelledby={chapter.id} className="mt-12">
      <Heading id={chapter.id}>{chapter.title}</Heading>
      {chapter.paragraphs.map((text) => (
        <p key={text} className="mt-3 max-w-prose text-pretty wrap-anywhere">
          <PlainText text={text} />
        </p>
      ))}
      <CodeSamples samples={chapter.samples} {...choice} />
    </section>
  )
}

export function ResourceSection({ resource, ...choice }: { resource: Resource } & LanguageChoice) {
  return (
    <section aria-labelledby={resource.id} className="mt-12">
      <Heading id={resource.id}>{resource.title}</Heading>
      <p className="mt-3 max-w-prose text-pretty wrap-anywhere">
        <PlainText text={resource.description} />
      </p>
      <FieldList title={WORDS.fields} fields={resource.fields} />
      {resource.operations.map((operation) => (
        <OperationPart key={operation.id} operation={operation} {...choice} />
      ))}
    </section>
  )
}

function OperationPart({ operation, ...choice }: { operation: Operation } & LanguageChoice) {
  const { id, method, path, summary, description, takes, samples } = operation
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="flex scroll-mt-20 flex-wrap items-baseline gap-x-2 font-semibold">
        <a href={`#${id}`} className="hover:underline">
          {summary}
        </a>
        <code className="wrap-anywhere font-mono font-normal text-muted-foreground text-xs">
          {method} /rest/v1{path}
        </code>
      </h3>
      <p className="mt-2 max-w-prose text-pretty wrap-anywhere text-sm">
        <PlainText text={description} />
      </p>
      <FieldList title={WORDS.takes} fields={takes} />
      <CodeSamples samples={samples} {...choice} />
    </section>
  )
}
