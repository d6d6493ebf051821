import { generatePath, Navigate, useLocation, useParams } from 'react-router'

interface MovedProps {
  /** The present path of the screen, with the parameters of the former one. */
  to: string
  /** Added to what the address says. */
  search?: Record<string, string>
}

/** Leads a former address of a screen to the present one, with all else that it says. */
export function Moved({ to, search = {} }: MovedProps) {
  const params = useParams()
  const { search: said, hash } = useLocation()
  const all = new URLSearchParams({ ...search, ...Object.fromEntries(new URLSearchParams(said)) })
  return <Navigate replace to={{ pathname: generatePath(to, params), search: all.toString(), hash }} />
}
