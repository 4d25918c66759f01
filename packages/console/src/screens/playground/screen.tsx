import { getRouteApi } from "@tanstack/react-router";
import { useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Page } from "../../parts/page.tsx";
import { Loading } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { Bench } from "./bench.tsx";
import "./playground.css";

const route = getRouteApi("/playground");

export function PlaygroundScreen() {
  const { again } = route.useSearch();
  return (
    <Page title={texts.playground.title} lead={texts.playground.lead}>
      {again === undefined ? (
        <Bench key="own" logged={null} />
      ) : (
        <AskedAgain key={again} id={again} />
      )}
    </Page>
  );
}

/** With the question as it was asked before, where it was kept and this session may read it. */
function AskedAgain({ id }: { readonly id: string }) {
  const { role } = useSession();
  const { data, isLoading } = portico.listGenerations.useQuery(
    { params: { query: { search: id, include: ["content"], limit: 1 } } },
    // Only management keys read content.
    { enabled: role !== "holder", staleTime: Number.POSITIVE_INFINITY },
  );
  if (isLoading) return <Loading />;
  const logged = data?.data[0]?.content?.request ?? null;
  return (
    <>
      {logged === null && <p className="notice">{texts.playground.notKept}</p>}
      <Bench logged={logged} />
    </>
  );
}
