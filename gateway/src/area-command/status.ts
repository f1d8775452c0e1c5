import type { AreaList, PublishedArea } from '../areas/area-list.ts'

function stateOf({ stable, canary, blocked }: PublishedArea, id: string): string {
  if (blocked.includes(id)) return 'blocked'
  if (id === stable) return 'stable'
  if (canary?.build !== id) return ''
  const people = canary.people.length > 0 ? ` and ${canary.people.join(', ')}` : ''
  return `canary ${canary.percent} %${people}`
}

export function describe(name: string, source: AreaList[string]): string {
  if (typeof source === 'string') return `${name}: not published, live from ${source}`
  const lines = source.builds.toReversed().map((build) => {
    const { id, version, commit = '-', publishedAt, publishedBy } = build
    const columns = [id, version, commit, publishedAt, publishedBy, stateOf(source, id)]
    return `  ${columns.join('  ')}`.trimEnd()
  })
  const urgent = source.urgent === undefined ? [] : [`  urgent: ${source.urgent}`]
  return [`${name}:`, ...lines, ...urgent].join('\n')
}
