import { getRouteApi } from "@tanstack/react-router";
import { apiAddress } from "../../app/address.ts";
import { portico } from "../../app/portico.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Select } from "../../parts/select.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { toolNames } from "../searches.ts";
import { snippetsOf } from "./snippets.ts";

const route = getRouteApi("/my-key");
const words = texts.myKey;

/** Settings for the usual tools. The key itself is not known to the page: its reader has it. */
export function Settings() {
  const { tool = "curl", model: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = portico.listModels.useQuery({}, { staleTime: 60_000 });
  // The samples ask for text.
  const models = (data?.data ?? [])
    .filter(({ architecture }) => architecture.output_modalities.includes("text"))
    .map(({ id }) => id);
  const model = models.find((id) => id === chosen) ?? models[0] ?? "author/model";
  return (
    <>
      <p className="fine">{words.settingsHint}</p>
      {models.length > 0 && (
        <Select
          label={words.model}
          value={model}
          options={models.map((id) => ({ value: id, label: id }))}
          onChange={(id) =>
            void navigate({ search: (old) => ({ ...old, model: id }), replace: true })
          }
        />
      )}
      <Tabs
        value={tool}
        onChange={(name) =>
          void navigate({ search: (old) => ({ ...old, tool: name }), replace: true })
        }
        tabs={toolNames.map((name) => ({
          name,
          label: words.tools[name],
          body: (
            <div className="snippets">
              {snippetsOf[name]({ address: apiAddress, model }).map(({ label, code }) => (
                <CodeBlock key={label} label={label} code={code} />
              ))}
            </div>
          ),
        }))}
      />
    </>
  );
}
