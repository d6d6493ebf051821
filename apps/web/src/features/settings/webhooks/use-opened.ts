import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { addressNow, withParameter } from '@/catalogue/use-address.ts'

const openedHere = z.object({ openedHere: z.literal(true) })

/** Reads and writes the id of the open item in the address. Going back closes it. */
export function useOpened(name: string) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  return {
    opened: params.get(name) || null,
    open: (id: string) => setParams(withParameter(addressNow(), name, id), { state: { openedHere: true } }),
    close() {
      if (openedHere.safeParse(state).success) void navigate(-1)
      else setParams(withParameter(addressNow(), name, ''), { replace: true })
    },
  }
}
