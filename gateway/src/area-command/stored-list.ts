import { jsonParser } from '@mms/service-kit'
import { type AreaList, areaListSchema } from '../areas/area-list.ts'
import { CommandError } from './changes.ts'

export interface Entry {
  at: string
  who: string
  area: string
  command: string
  urgent?: string | undefined
}

export type Change = (list: AreaList) => Promise<AreaList> | AreaList

export interface StoredList {
  read(): Promise<AreaList>
  change(entry: Entry, change: Change): Promise<AreaList>
}

export function parseList(text: string, title: string): AreaList {
  try {
    return jsonParser(areaListSchema)(text)
  } catch (cause) {
    throw new CommandError(`The list of areas ${title} cannot be used: ${(cause as Error).message}.`, {
      cause,
    })
  }
}

/** Refuses to write a list that the gateway would reject. */
export const toText = (list: AreaList): string => `${JSON.stringify(areaListSchema.parse(list), null, 2)}\n`
