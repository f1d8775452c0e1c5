import { useLocation, useSession } from '@mms/sdk'
import { Button } from '@mms/ui'
import { HintStrip } from '../pages/hint-strip.tsx'
import { titleOf } from './area-problem.tsx'
import {
  type DevelopedArea,
  findDevelopedElsewhere,
  readRequestedDevelopment,
  requestDevelopment,
  stopDevelopment,
} from './development.ts'
import { useRegistry } from './registry.ts'

/** A link only asks for the area. Its code is loaded after the user clicks a button. */
function readLink(search: string): DevelopedArea | undefined {
  const query = new URLSearchParams(search)
  const [name, from] = [query.get('develop') ?? '', query.get('from') ?? '']
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name) || !/^https?:\/\//.test(from) || !URL.canParse(from))
    return undefined
  return { name, origin: new URL(from).origin }
}

const reload = () => window.location.replace(window.location.pathname)

const develop = (developed: DevelopedArea) => {
  requestDevelopment(developed)
  reload()
}
const stop = () => {
  stopDevelopment()
  reload()
}

export function DevelopmentBanner() {
  const { search } = useLocation()
  const areas = useRegistry((registry) => registry.areas)
  const isSignedIn = useSession(({ token }) => token !== null)
  if (!isSignedIn) return null
  const titled = ({ name }: DevelopedArea) =>
    titleOf(areas.find((area) => area.name === name) ?? { name, manifest: null })
  const link = readLink(search)
  const developed = findDevelopedElsewhere()
  if (link && link.origin !== developed?.origin) {
    return (
      <HintStrip
        palette="orange"
        text={`Load ${titled(link)} from ${link.origin}? Only if you started that server yourself.`}
      >
        <Choice onSelect={() => develop(link)}>Load it</Choice>
        <Choice onSelect={stop}>Cancel</Choice>
      </HintStrip>
    )
  }
  if (developed) {
    return (
      <HintStrip
        palette="orange"
        text={`${titled(developed)} comes from ${developed.origin}, for you alone.`}
      >
        <Choice onSelect={stop}>Stop</Choice>
      </HintStrip>
    )
  }
  const refused = readRequestedDevelopment()
  if (!refused) return null
  return (
    <HintStrip
      palette="orange"
      text={`${titled(refused)} is not loaded from ${refused.origin}: it is not listed here, you may not develop areas, or you were away too long.`}
    >
      <Choice onSelect={() => develop(refused)}>Try again</Choice>
      <Choice onSelect={stop}>Close</Choice>
    </HintStrip>
  )
}

function Choice({ onSelect, children }: { onSelect: () => void; children: string }) {
  return (
    <Button size="xs" variant="outline" bg="bg.panel" onClick={onSelect}>
      {children}
    </Button>
  )
}
