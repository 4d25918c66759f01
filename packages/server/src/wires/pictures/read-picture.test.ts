import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  animatedPng,
  bmp,
  chunk,
  container,
  dataUrl,
  gif,
  jpeg,
  png,
  webp,
} from "../../../test/billing/pictures.ts";
import { GatewayError } from "../../errors.ts";
import { readPicture } from "./read-picture.ts";

const place = "input[0].content[1].image_url";
const latin = (text: string) => Buffer.from(text, "latin1");
const riff = (form: string) => latin(`RIFF\x10\0\0\0${form}fmt data`);

const manyChunks = Array.from({ length: 3_000 }, () => chunk("tEXt", Buffer.alloc(0)));

function refusalOf(url: string): GatewayError {
  try {
    readPicture(url, place);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error(`${url.slice(0, 80)} is not refused.`);
}

describe("an image in a request", () => {
  it("an image whose data URL has a long head is refused before its fields are parted", () => {
    const { message } = refusalOf(`data:image/png${";".repeat(1_100)}base64,iVBORw0KGgo=`);
    expect(message).toContain("more than 1024 characters before its comma");
  });

  it.each<[string, Buffer]>([
    ["image/png", png(640, 480)],
    ["image/jpeg", jpeg(640, 480)],
    ["image/gif", gif(640, 480, 1)],
    ["image/webp", webp("VP8X")],
    ["image/webp", webp("VP8 ")],
    ["image/webp", webp("VP8L")],
    ["image/bmp", bmp(640, 480)],
  ])("an image of %s is one still picture of its size", (mediaType, bytes) => {
    const url = dataUrl(mediaType, bytes);
    expect(readPicture(url, place)).toEqual({ url, picture: { width: 640, height: 480 } });
  });

  it.each<[string, Buffer]>([
    ["image/heic", container("heic", "mif1", "heic")],
    ["image/avif", container("avif", "mif1", "miaf")],
    ["image/png", png(640, 480).subarray(0, 12)],
    ["image/jpeg", jpeg(640, 480).subarray(0, 20)],
    [
      "image/jpeg",
      Buffer.concat([latin("\xff\xd8"), Buffer.alloc(3_000, 0xff), jpeg(640, 480).subarray(2)]),
    ],
  ])("an image of %s without a readable size is still one still picture", (mediaType, bytes) => {
    const url = dataUrl(mediaType, bytes);
    expect(readPicture(url, place)).toEqual({ url, picture: {} });
  });

  it.each<[string, string, Buffer]>([
    ["an animated GIF", "image/gif", gif(8, 8, 2)],
    ["a GIF that is cut off", "image/gif", gif(8, 8, 2).subarray(0, 30)],
    ["a GIF too long to be looked through", "image/gif", gif(8, 8, 60_000)],
    ["an animated PNG", "image/png", animatedPng()],
    ["a PNG of too many chunks to be looked through", "image/png", png(8, 8, ...manyChunks)],
    ["a HEIC of too many brands", "image/heic", container("heic", ...Array(1_100).fill("mif1"))],
    ["an animated WebP", "image/webp", webp("VP8X", 2)],
    ["a TIFF, which may have pages", "image/tiff", latin("II*\0\x08\0\0\0")],
    ["a sequence of AVIF", "image/avif", container("avif", "avis", "msf1")],
    ["of an unknown format", "image/jxl", latin("\xff\x0a\0\x01\x02\x03")],
  ])("an image that is %s may be more than one picture", (_what, mediaType, bytes) => {
    const url = dataUrl(mediaType, bytes);
    expect(readPicture(url, place)).toEqual({ url });
  });

  it.each<[string, Buffer]>([
    ["application/pdf", latin("%PDF-1.4\n")],
    ["application/zip", latin("PK\x03\x04\x14\0")],
    ["video/mp4", container("isom", "mp41")],
    ["video/mp4", container("msf1", "hevc")],
    ["video/webm", latin("\x1a\x45\xdf\xa3\x01\0")],
    ["video/avi", riff("AVI ")],
    ["audio/wav", riff("WAVE")],
    ["audio/mpeg", latin("ID3\x04\0\0")],
    ["audio/mpeg", latin("\xff\xfb\x90\x64\0")],
    ["audio/ogg", latin("OggS\0\x02")],
    ["audio/flac", latin("fLaC\0\0")],
    ["text/plain", Buffer.from("Ein langer Text, größer als er aussieht. 漢字 💶")],
    ["text/plain", Buffer.from("BMW builds cars, and this is no bitmap.")],
  ])(
    "an image that is really %s is refused at its place, with any declared type",
    (mediaType, bytes) => {
      for (const called of ["image/png", "image/jpeg", mediaType, "application/octet-stream", ""]) {
        const error = refusalOf(dataUrl(called, bytes));
        expect(error).toMatchObject({ status: 400, metadata: { field: place } });
        expect(error.message).toBe(
          `${place} holds ${mediaType} and no image: send it as input_file.`,
        );
      }
    },
  );

  it("an SVG is refused: it is drawn from a text of any length", () => {
    const drawing = Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const called of ["image/svg+xml", "image/png"])
      expect(refusalOf(dataUrl(called, drawing)).message).toContain("is SVG");
    expect(refusalOf("data:image/svg+xml;utf8,<svg/>").message).toContain(
      "send an image in base64",
    );
    expect(refusalOf("data:image/png,%89PNG").message).toContain("send an image in base64");
  });

  it("bytes of an unknown format are refused if their media type is no image", () => {
    expect(refusalOf(dataUrl("application/octet-stream", latin("\0\x01\x02"))).message).toContain(
      "holds application/octet-stream and no image",
    );
  });

  it("an image is passed on with the media type of its bytes", () => {
    const bytes = png(8, 8);
    const { url } = readPicture(dataUrl("application/octet-stream", bytes), place);
    expect(url).toBe(dataUrl("image/png", bytes));
    expect(readPicture(dataUrl("IMAGE/PNG", bytes), place).url).toMatch(
      /^data:image\/png;base64,/i,
    );
  });

  it("an image is found behind white space, which decoders skip", () => {
    const text = Buffer.from("%PDF-1.4\n").toString("base64").replace(/(.)/g, "$1\n ");
    expect(refusalOf(`data:image/png;base64,${text}`).message).toContain("application/pdf");
  });

  it("an image at an address is judged by its extension: one picture, unknown, or no image", () => {
    const at = (path: string) => `https://example.com/${path}`;
    for (const path of ["a.png", "a.JPG?size=large", "b/c.webp#x", "x.heic"])
      expect(readPicture(at(path), place)).toEqual({ url: at(path), picture: {} });
    for (const path of ["a", "a.php?f=b.png", "a.gif", "a.tiff", "watch?v=1", "a.pdf/"])
      expect(readPicture(at(path), place)).toEqual({ url: at(path) });
    for (const path of ["a.pdf", "a.MP4", "b.svg?x=.png", "c.txt", "d.mp3"])
      expect(refusalOf(at(path)).message).toContain("which is no image: send it as input_file");
    expect(readPicture("not an address", place)).toEqual({ url: "not an address" });
  });

  it("reading an image never throws and never grows, for any bytes after its header", () => {
    const starts = [
      png(8, 8),
      gif(8, 8, 1),
      jpeg(8, 8),
      webp("VP8X"),
      container("heic"),
      bmp(1, 1),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.nat(60),
        fc.uint8Array({ maxLength: 300 }),
        (start, cut, rest) => {
          const url = dataUrl("image/png", Buffer.concat([start.subarray(0, cut), rest]));
          try {
            const read = readPicture(url, place);
            expect(read.url.length).toBeLessThan(url.length + 16);
          } catch (error) {
            expect(error).toBeInstanceOf(GatewayError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
