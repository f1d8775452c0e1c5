import { jsonParser, StartupError } from '@mms/service-kit'
import { type AreaList, areaListSchema } from '../areas/area-list.ts'

export interface LogEntry {
  at: string
  who: string
  area: string
  command: string
  urgent?: string | undefined
}

export type ListChange = (list: AreaList) => Promise<AreaList> | AreaList

export interface StoredList {
  read(): Promise<AreaList>
  change(entry: LogEntry, change: ListChange): Promise<AreaList>
}

export function parseList(text: string, title: string): AreaList {
  try {
    return jsonParser(areaListSchema)(text)
  } catch (cause) {
    throw new StartupError(`The list of areas ${title} cannot be used: ${(cause as Error).message}.`, {
      cause,
    })
  }
}

/** Throws instead of writing a list that the gateway would reject. */
export const toJsonText = (list: AreaList): string =>
  `${JSON.stringify(areaListSchema.parse(list), null, 2)}\n`
