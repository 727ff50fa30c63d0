import { Accordion, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { PasswordField, TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { t } from './messages.ts'
import type { Model } from './model-status.tsx'
import { labelOf, type Provider, providerOf, providers } from './providers.ts'

const urlExample = 'http://127.0.0.1:8000/v1'

/** Chooses a model; the server tests it before it saves anything. */
export function ModelForm({ model }: { model: Model | null }) {
  const { workspace } = useWorkspace()
  const used = model === null ? providers[0] : providerOf(model)
  const [provider, setProvider] = useState(used)
  const isUsed = model !== null && provider.id === used.id
  return (
    <Form
      label={model === null ? t.testAndUse : t.testAndSave}
      changes={[['embeddings', workspace.id]]}
      done={t.saved}
      submit={(values) =>
        client.embeddings.set({
          workspaceId: workspace.id,
          provider: provider.isLocal === true ? 'local' : 'http',
          ...settingsOf(values),
        })
      }
    >
      <NativeSelect
        label={t.provider}
        description={t[provider.hint]}
        inputWrapperOrder={['label', 'input', 'description']}
        maw={480}
        value={provider.id}
        onChange={({ currentTarget }) =>
          setProvider(providers.find(({ id }) => id === currentTarget.value) ?? providers[0])
        }
        data={providers.map((one) => ({ value: one.id, label: labelOf(one) }))}
      />
      {/* Each provider has its own fields and defaults. */}
      <ModelFields key={provider.id} provider={provider} model={isUsed ? model : null} />
    </Form>
  )
}

function ModelFields({ provider, model }: { provider: Provider; model: Model | null }) {
  const start = model ?? provider
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {provider.isLocal !== true && (
          <TextField
            name="baseUrl"
            type="url"
            label={t.url}
            placeholder={urlExample}
            defaultValue={start.baseUrl ?? ''}
            required
          />
        )}
        <TextField
          name="model"
          label={provider.isLocal === true ? t.folder : t.model}
          defaultValue={start.model ?? ''}
          required
        />
      </SimpleGrid>
      {provider.isLocal !== true && (
        <PasswordField
          name="apiKey"
          label={t.apiKey}
          description={keyHint(provider, model)}
          autoComplete="off"
          required={provider.needsKey === true && model?.hasKey !== true}
          maw={480}
        />
      )}
      <Accordion variant="separated">
        <Accordion.Item value="more">
          <Accordion.Control>
            <Text size="sm">{t.more}</Text>
          </Accordion.Control>
          <Accordion.Panel>
            <Details provider={provider} model={model} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  )
}

function Details({ provider, model }: { provider: Provider; model: Model | null }) {
  const start = model ?? provider
  const dimensions = model === null ? provider.dimensions : model.askedDimensions
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextField
        name="documentPrefix"
        label={t.documentPrefix}
        description={t.documentPrefixDescription}
        defaultValue={start.documentPrefix ?? ''}
      />
      <TextField
        name="queryPrefix"
        label={t.queryPrefix}
        description={t.queryPrefixDescription}
        defaultValue={start.queryPrefix ?? ''}
      />
      {provider.isLocal !== true && (
        <TextField
          name="dimensions"
          type="number"
          min={1}
          label={t.dimensions}
          description={t.dimensionsDescription}
          defaultValue={dimensions ?? ''}
        />
      )}
      <TextField
        name="weight"
        type="number"
        min={0}
        max={1}
        step={0.05}
        label={t.weight}
        description={t.weightDescription}
        defaultValue={model?.weight ?? 0.4}
      />
    </SimpleGrid>
  )
}

function keyHint({ needsKey }: Provider, model: Model | null): string {
  if (model?.hasKey === true) return t.keyStored
  return needsKey === true ? t.keySealed : t.keyOptional
}

type Settings = Omit<Parameters<typeof client.embeddings.set>[0], 'workspaceId' | 'provider'>

function settingsOf(values: Record<string, string>): Settings {
  const { baseUrl, model, apiKey = '', documentPrefix, queryPrefix, dimensions, weight } = values
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(model === undefined ? {} : { model }),
    ...(apiKey === '' ? {} : { apiKey }),
    ...(documentPrefix === undefined ? {} : { documentPrefix }),
    ...(queryPrefix === undefined ? {} : { queryPrefix }),
    ...(dimensions === undefined
      ? {}
      : { dimensions: dimensions === '' ? null : Number(dimensions) }),
    ...(weight === undefined ? {} : { weight: Number(weight) }),
  }
}
