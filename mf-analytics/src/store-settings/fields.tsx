import { climates, type ShownStoreSettings, seasons } from '@mms/contracts'
import { DateField } from '@mms/sdk'
import { Heading, NumberField, SelectField, SimpleGrid, Stack, Text } from '@mms/ui'
import { Fragment, type ReactNode } from 'react'
import { climateName, seasonName } from '../words/climate.ts'
import * as words from '../words/store-settings.ts'
import { inputPropsOf, type SettingsForm } from './form-values.ts'

const SERVICE_LEVELS = [0.9, 0.95, 0.975, 0.99]

export function PlaceFields({ form, settings }: { form: SettingsForm; settings: ShownStoreSettings }) {
  return (
    <Section title={words.placeAndCalendar} text={words.timeZoneText(settings.timeZone)}>
      <SelectField {...inputPropsOf(form, 'city')} hint={words.cityHint} required>
        {settings.cities.map(({ city, state }) => (
          <option key={city} value={city}>
            {state && state !== city ? `${city}, ${state}` : city}
          </option>
        ))}
      </SelectField>
      <SelectField {...inputPropsOf(form, 'seasonScheme')} required>
        <option value="standard">{words.standardSeasons}</option>
        <option value="imd">{words.imdSeasons}</option>
      </SelectField>
    </Section>
  )
}

export function OrderFields({ form }: { form: SettingsForm }) {
  return (
    <Section title={words.ordering} text={words.orderingText}>
      <NumberField {...inputPropsOf(form, 'leadTimeDays')} hint={words.leadTimeHint} required />
      <NumberField {...inputPropsOf(form, 'reviewPeriodDays')} hint={words.reviewPeriodHint} required />
      <SelectField {...inputPropsOf(form, 'serviceLevel')} hint={words.serviceLevelHint} required>
        {levelsWith(Number(form.getValues('serviceLevel'))).map((level) => (
          <option key={level} value={level}>
            {Math.round(level * 1_000) / 10} %
          </option>
        ))}
      </SelectField>
    </Section>
  )
}

function levelsWith(current: number): number[] {
  return [...new Set([...SERVICE_LEVELS, current])].sort((a, b) => a - b)
}

export function ConditionFields({ form }: { form: SettingsForm }) {
  return (
    <Section title={words.byHand} text={words.byHandText}>
      {overrides.map(({ name, until, usual, choices, nameOf }) => (
        <Fragment key={name}>
          <SelectField {...inputPropsOf(form, name)}>
            <option value="">{usual}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {nameOf(choice)}
              </option>
            ))}
          </SelectField>
          <DateField {...inputPropsOf(form, until)} />
        </Fragment>
      ))}
    </Section>
  )
}

const overrides = [
  { name: 'season', until: 'seasonUntil', usual: words.byCalendar, choices: seasons, nameOf: seasonName },
  {
    name: 'climate',
    until: 'climateUntil',
    usual: words.byCityClimate,
    choices: climates,
    nameOf: climateName,
  },
] as const

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap="4">
      <div>
        <Heading as="h2" size="md">
          {title}
        </Heading>
        <Text color="fg.muted" textStyle="sm">
          {text}
        </Text>
      </div>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {children}
      </SimpleGrid>
    </Stack>
  )
}
