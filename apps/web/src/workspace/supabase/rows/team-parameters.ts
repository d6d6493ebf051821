import type { TeamSearch } from '@cairn/workspace/port/team'

/** The search in the team, as parameters of its procedures. */
export function teamParameters({ text, department, level, area, status, order }: TeamSearch) {
  return {
    query: text,
    sort: order.by,
    descending: order.descending,
    ...(department !== null && { in_department: department }),
    ...(level !== null && { of_level: level }),
    ...(area !== null && { with_area: area }),
    ...(status !== null && { of_status: status }),
  }
}
