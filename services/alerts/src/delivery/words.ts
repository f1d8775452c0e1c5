import type { Alert, AlertSummary } from '@mms/contracts'
import { dateInWords, toPlainText } from '@mms/contracts'

/** All words of mails, ready for translation. */

const count = (alerts: number) => `${alerts.toLocaleString('en-IN')} ${alerts === 1 ? 'alert' : 'alerts'}`
const lines = (alerts: Pick<Alert, 'severity' | 'message'>[]) =>
  alerts.map(({ severity, message }) => toPlainText(`[${severity}] ${message}`))
const link = (origin: string | undefined) => (origin ? ['', `${origin}/alerts`] : [])

export interface Mail {
  subject: string
  text: string
}

type Urgent = Pick<Alert, 'severity' | 'message' | 'medicineId' | 'type'>

/** Lists each alert once, with its last message and how often it recurred. */
function timesEach(alerts: Urgent[]): Urgent[] {
  const same = Map.groupBy(alerts, ({ medicineId, type, message }) => `${medicineId?._id ?? message} ${type}`)
  return [...same.values()].flatMap((group) => {
    const newest = group.at(-1)
    if (!newest || group.length === 1) return group
    return { ...newest, message: `${newest.message}, ${group.length.toLocaleString('en-IN')} times` }
  })
}

export function urgentMail(alerts: Urgent[], origin: string | undefined): Mail {
  const named = timesEach(alerts)
  const [first] = named
  const subject = named.length === 1 && first ? first.message : `${count(named.length)} of high severity`
  return { subject, text: [...lines(named), ...link(origin)].join('\n') }
}

export interface Digest {
  date: string
  summary: AlertSummary
  worst: Pick<Alert, 'severity' | 'message'>[]
}

const openOf = ({ byStatus }: AlertSummary) => byStatus.new + byStatus.read

export const digestSubject = ({ date, summary }: Digest): string =>
  `${count(openOf(summary))} open on ${dateInWords(date)}`

export function digestMail(digest: Digest, origin: string | undefined): Mail {
  const { summary, worst } = digest
  const { high, medium, low } = summary.bySeverity
  const others = openOf(summary) - worst.length
  return {
    subject: digestSubject(digest),
    text: [
      `${count(openOf(summary))} open, ${summary.byStatus.new} of them new: ${high} high, ${medium} medium, ${low} low.`,
      '',
      ...lines(worst),
      ...(others > 0 ? [`… and ${others.toLocaleString('en-IN')} more.`] : []),
      ...link(origin),
    ].join('\n'),
  }
}
