/** Draws a board or a sheet in the terminal: kicad-cli plots it, the pictures are made of half blocks. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join, parse } from "node:path";
import { blockLines, type ColourDepth } from "../picture/blocks.js";
import { changedArea } from "../picture/difference.js";
import {
  areaOf,
  type Grid,
  grow,
  hullOf,
  type Point,
  type Rectangle,
  type View,
  viewAround,
  viewOfAll,
} from "../picture/geometry.js";
import { placeLabels, printable, writeOver } from "../picture/labels.js";
