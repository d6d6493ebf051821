import type { Reference } from './reference.ts'
import { WORDS } from './words.ts'

interface Place {
  id: string
  title: string
}

/** The index of the reference: beside it where there is room, otherwise folded above. */
export function Contents({ chapters, resources }: Pick<Reference, 'chapters' | 'resources'>) {
  return (
    <nav aria-label={WORDS.contents} className="text-sm print:hidden">
      <details className="rounded-lg border bg-card lg:hidden">
        <summary className="cursor-pointer px-3 py-2 font-medium">{WORDS.contents}</summary>
        <div className="border-t p-3">
          <Places chapters={chapters} resources={resources} />
        </div>
      </details>
      <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto pr-2 max-lg:hidden">
        <Places chapters={chapters} resources={resources} />
      </div>
    </nav>
  )
}

function Places({ chapters, resources }: Pick<Reference, 'chapters' | 'resources'>) {
  return (
    <>
      <Links places={chapters} />
      <p className="mt-4 mb-1 font-medium text-muted-foreground text-xs">{WORDS.resources}</p>
      <Links places={resources} />
    </>
  )
}

function Links({ places }: { places: readonly Place[] }) {
  return (
    <ul>
      {places.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block rounded-sm py-1 text-muted-foreground hover:text-foreground max-lg:py-2"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
