import { Skeleton } from '@/ui/loading/skeleton.tsx'

/** A placeholder while the rows of a card load, as high as one of them. */
export function RowSkeleton({ label }: { label: string }) {
  return (
    <div className="flex items-center gap-3 py-2.5">
      <span className="sr-only">{label}</span>
      <Skeleton className="size-8 rounded-md" />
      <span className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="w-40" />
        <Skeleton className="h-3 w-56 max-w-full" />
      </span>
    </div>
  )
}
